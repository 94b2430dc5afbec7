"""The client's address cannot be chosen by the client."""

import pytest

from players.network import client_address


def test_without_proxies_of_our_own_a_forwarded_address_counts_for_nothing(settings):
    settings.NUM_PROXIES = 0
    assert client_address("203.0.113.9", "198.51.100.1, 10.0.0.1") == "203.0.113.9"


@pytest.mark.parametrize("sent_by_client", ["", "1.2.3.4", "1.2.3.4, 5.6.7.8", "nonsense"])
def test_behind_one_proxy_only_what_the_proxy_appended_counts(settings, sent_by_client):
    settings.NUM_PROXIES = 1
    forwarded = f"{sent_by_client}, 203.0.113.9".lstrip(", ")
    assert client_address("10.0.0.1", forwarded) == "203.0.113.9"


def test_behind_two_proxies_the_second_from_the_right_counts(settings):
    settings.NUM_PROXIES = 2
    assert client_address("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2") == "203.0.113.9"


def test_an_address_that_is_none_falls_back_to_the_peer(settings):
    settings.NUM_PROXIES = 1
    assert client_address("10.0.0.1", "unknown") == "10.0.0.1"


def test_a_whole_ipv6_network_is_one_client(settings):
    settings.NUM_PROXIES = 0
    assert client_address("2001:db8:1:2:3:4:5:6", "") == client_address("2001:db8:1:2::9", "")
    assert client_address("2001:db8:1:3::9", "") != client_address("2001:db8:1:2::9", "")


def test_an_ipv4_address_written_as_ipv6_is_the_same_client(settings):
    settings.NUM_PROXIES = 0
    assert client_address("::ffff:203.0.113.9", "") == "203.0.113.9"
