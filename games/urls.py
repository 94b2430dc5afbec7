"""Paths of tables, games, hands and rules under /api/v1/."""

from django.urls import path, register_converter

from games.api import actions, games, hands, proofs, reports, rulesets, tables, talk


class HandId:
    """A whole number that fits the database's keys, in plain digits."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(HandId, "hand")

urlpatterns = [
    path("schema/hand-record.json", hands.HandRecordSchema.as_view()),
    path("rulesets/", rulesets.RuleSetList.as_view()),
    path("rulesets/<str:preset>/", rulesets.RuleSetDetail.as_view()),
    path("tables/", tables.TableList.as_view()),
    path("tables/join/", tables.TableJoin.as_view()),
    path("tables/play-now/", tables.TablePlayNow.as_view()),
    path("tables/<uuid:table_id>/", tables.TableDetail.as_view()),
    path("tables/<uuid:table_id>/seats/", tables.TableSeats.as_view()),
    path("tables/<uuid:table_id>/start/", tables.TableStart.as_view()),
    path("tables/<uuid:table_id>/rematch/", tables.TableRematch.as_view()),
    path("tables/<uuid:table_id>/partners/", tables.TablePartners.as_view()),
    path("tables/<uuid:table_id>/pause/", tables.TablePause.as_view()),
    path("tables/<uuid:table_id>/kick/", tables.TableKick.as_view()),
    path("tables/<uuid:table_id>/code/", tables.TableCode.as_view()),
    path("tables/<uuid:table_id>/publish/", tables.TablePublish.as_view()),
    path("tables/<uuid:table_id>/messages/", talk.TableMessages.as_view()),
    path("reports/", reports.ReportList.as_view()),
    path("games/", games.GameList.as_view()),
    path("games/<uuid:game_id>/", games.GameDetail.as_view()),
    path("games/<uuid:game_id>/view/", games.GameView.as_view()),
    path("games/<uuid:game_id>/actions/", actions.GameActions.as_view()),
    path("games/<uuid:game_id>/commitment/", proofs.GameCommitment.as_view()),
    path("games/<uuid:game_id>/seed/", actions.GameSeed.as_view()),
    path("games/<uuid:game_id>/proof/", proofs.GameProof.as_view()),
    path("games/<uuid:game_id>/hands/", hands.GameHands.as_view()),
    path("hands/", hands.HandList.as_view()),
    path("hands/<hand:hand_id>/", hands.HandDetail.as_view()),
    path("hands/<hand:hand_id>.pbn", hands.HandPbn.as_view()),
]
