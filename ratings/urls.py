"""Paths of ranked play under /api/v1/."""

from django.urls import path

from ratings.api import parties, queue

urlpatterns = [
    path("queue/", queue.Queue.as_view()),
    path("queue/ready/", queue.QueueReady.as_view()),
    path("parties/", parties.Parties.as_view()),
    path("parties/join/", parties.PartyJoin.as_view()),
    path("parties/invitations/", parties.PartyInvitations.as_view()),
]
