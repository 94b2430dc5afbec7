"""The ladders that every installation has; staff open more."""

from django.db import migrations

LADDERS = (
    ("classic", "players", "classic"),
    ("duplicate", "duplicate", "duplicate"),
    ("bots", "bots", "classic"),
)


def install(apps, schema_editor):
    Ladder = apps.get_model("ratings", "Ladder")
    for slug, kind, preset in LADDERS:
        Ladder.objects.create(slug=slug, kind=kind, preset=preset, model="openskill")
    players = Ladder.objects.get(slug="classic")
    Ladder.objects.create(
        slug="classic-pairs",
        kind="partnership",
        preset="classic",
        model="openskill",
        players_ladder=players,
    )


def remove(apps, schema_editor):
    Ladder = apps.get_model("ratings", "Ladder")
    Ladder.objects.filter(kind="partnership").delete()
    Ladder.objects.filter(slug__in=[slug for slug, _, _ in LADDERS]).delete()


class Migration(migrations.Migration):

    dependencies = [("ratings", "0002_standings_and_seasons")]

    operations = [migrations.RunPython(install, remove)]
