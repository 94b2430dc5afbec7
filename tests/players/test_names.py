"""No name can be taken that is mistaken for another's, or for the house's."""

import itertools

import pytest
from django.db import IntegrityError, transaction

from players import names
from players.errors import Refused
from players.models import User
from players.services.accounts import GUEST_LETTERS, check_name, make_guest, sign_up

PASSWORD = "a long enough phrase"

# what a reader takes for what
LOOK_ALIKE = {
    "o": "oO0",
    "l": "lLiI1",
    "s": "sS5",
    "z": "zZ2",
    "m": ["m", "M", "rn", "Rn", "rN"],
    "w": ["w", "W", "vv", "VV", "vV"],
    "d": ["d", "D", "cl", "cI", "c1", "CL"],
}
# characters of other scripts, widths and none, that draw like ASCII or like nothing
FOREIGN = {
    "a": "аɑα⍺ａ𝐚",
    "c": "сϲⅽｃ",
    "e": "еｅ℮",
    "o": "оοօｏ",
    "p": "рρｐ",
    "l": "ⅼǀｌ",
    "i": "іɩｉı",
    "s": "ѕｓ",
    "m": "ⅿｍ",
    "d": "ⅾԁｄ",
    "k": "\u212aｋ",
}
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u202d\u2066\u200f\u180e\u034f\u00a0\u2009"

TAKEN = ("moderndollys", "wizard2000", "Alice")


def drawn_alike(name):
    options = [LOOK_ALIKE.get(letter, [letter, letter.upper()]) for letter in name.lower()]
    for parts in itertools.product(*options):
        if len(candidate := "".join(parts)) <= names.MAX_LENGTH:
            yield candidate


def confusables():
    """More than 200 names somebody might take to pass for one that is taken."""
    for name in TAKEN:
        yield from itertools.islice(itertools.islice(drawn_alike(name), 0, None, 37), 50)
        yield name[:2] + "_" + name[2:]
        yield name + "-"
        for invisible in INVISIBLE:
            yield name[:2] + invisible + name[2:]
        for index, letter in enumerate(name.lower()):
            for foreign in FOREIGN.get(letter, ""):
                yield name[:index] + foreign + name[index + 1 :]
    yield from (" Alice", "Alice ", "Alice\n", "Alice\x00", "A\u0301lice", "Ａｌｉｃｅ")


@pytest.mark.django_db
def test_none_of_200_confusables_of_taken_names_is_accepted():
    for name in TAKEN:
        sign_up(username=name, password=PASSWORD)
    candidates = set(confusables())
    assert len(candidates) > 200

    for candidate in candidates:
        with pytest.raises(Refused):
            sign_up(username=candidate, password=PASSWORD)

    assert User.objects.count() == len(TAKEN)


@pytest.mark.django_db
def test_the_database_itself_refuses_a_look_alike():
    User.objects.create_user("Alice")
    for name in ("alice", "A1ice", "al-ice"):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create_user(name)
    other = User.objects.create_user("bob")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=other.pk).update(username="ALICE")


@pytest.mark.django_db
def test_the_database_folds_names_as_the_code_does():
    samples = ("vvW-mrn", "Il1-5S2z0O", "clDcI", "a_b-c", "QXJKpgh3467")
    for name in samples:
        user = User.objects.create_user(name)
        user.refresh_from_db()
        assert user.skeleton == names.skeleton(name)


def test_the_longest_name_has_room_for_its_skeleton():
    assert len(names.skeleton("w" * names.MAX_LENGTH)) == names.SKELETON_LENGTH


@pytest.mark.parametrize(
    "pair",
    [
        ("alice", "alicia"),
        ("bob", "rob"),
        ("player1", "player3"),
        ("north", "south"),
        ("max", "maxx"),
        ("carl", "karl"),
        ("nina", "mina"),
    ],
)
def test_names_that_read_differently_are_different(pair):
    assert names.skeleton(pair[0]) != names.skeleton(pair[1])


@pytest.mark.parametrize(
    "name",
    ["guest", "Guest-77", "GUEST_x", "gue5t1", "bot", "Bot-Nora", "b0t", "admin", "Admin1",
     "adm1n", "adrnin", "administrator", "moderator-1", "staff", "official_x", "support",
     "system", "root", "r00t", "arbiter", "api", "login", "Keep", "everyone"],
)  # fmt: skip
def test_names_of_the_house_are_reserved(name):
    assert names.is_reserved(name)


@pytest.mark.parametrize("name", ["alice", "Robot", "rooted", "a-guest", "mystaff", "Apia", "you2"])
def test_names_that_only_contain_one_are_not(name):
    assert not names.is_reserved(name)


@pytest.mark.parametrize(
    "name",
    ["", "ab", "a" * 21, "-ab", "_ab", "a b", "a.b", "a@b", "a/b", "ab\n", "\nab", "é" * 3, "١٢٣",
     "a\x00b", "a\u200bb", "аdam", "../a", "%2e"],
)  # fmt: skip
def test_a_name_is_3_to_20_ascii_letters_digits_and_dashes(name):
    assert not names.is_well_formed(name)


@pytest.mark.django_db
def test_guests_are_named_as_such_and_never_alike():
    guests = {make_guest().username for _ in range(100)}
    assert len({names.skeleton(name) for name in guests}) == 100
    assert all(name.startswith("Guest-") and names.is_well_formed(name) for name in guests)


def test_guest_names_use_letters_that_are_not_misread():
    assert not set("ILOU") & set(GUEST_LETTERS)


@pytest.mark.django_db
def test_nobody_signs_up_as_a_guest():
    guest = make_guest()
    with pytest.raises(Refused) as refusal:
        check_name(guest.username)
    assert refusal.value.code == "NAME_RESERVED"
