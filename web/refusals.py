"""What a refusal says to a person: a text for each code they can meet on the pages."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, str | Promise] = {
    # at a table's door
    "TABLE_FULL": _("Every seat of this table is taken."),
    "SEAT_TAKEN": _("Somebody was quicker: this seat is taken."),
    "ALREADY_SEATED": _("You sit at this table already."),
    "ACCOUNTS_ONLY": _("This table is for registered players. Choose a name and a password first."),
    "BLOCKED_HERE": _("Somebody whom you have blocked sits here."),
    "NOT_WELCOME": _("You cannot sit down at this table."),
    "TABLE_CLOSED": _("This table is closed."),
    "TOO_MANY_TABLES": _("You have opened many tables. Close one first."),
    "NOT_SEATED": _("You have no seat at this table."),
    "NOT_HOST": _("Only the host may do this."),
    "SEATS_EMPTY": _("Some seats are empty. Wait for players, or fill them with bots."),
    "GAME_RUNNING": _("A game is being played at this table."),
    "NO_GAME": _("No game is being played at this table."),
    "RATED_TABLE": _("This is not possible at a rated table."),
    "RATED_BROWSER_ONLY": _("A rated game is played from a browser, not by a program."),
    "NOT_PAUSED": _("The game is not paused."),
    # at play
    "NOT_YOUR_TURN": _("It is not your turn."),
    "STALE_SEQ": _("Something happened before your choice arrived. Look again."),
    "HAND_PAUSED": _("The game is paused."),
    "HAND_ENDED": _("The hand is over."),
    "MUST_FOLLOW_SUIT": _("You must follow the suit that was led."),
    "SPADES_NOT_BROKEN": _("Spades are not broken yet: lead another suit."),
    "NO_SPADE_ON_FIRST_TRICK": _("No spade may be played to the first trick."),
    "MUST_LEAD_TWO_OF_CLUBS": _("The two of clubs is led to the first trick."),
    "MUST_LOOK": _("Look at your cards first, or bid blind."),
    "BLIND_NOT_ALLOWED": _("You may not bid blind now."),
    "BID_OUT_OF_RANGE": _("This bid is not possible."),
    "BAD_EXCHANGE": _("Choose exactly the number of cards to pass."),
    # in the queue
    "ACCOUNT_NEEDED": _("Rated games are for registered players. Choose a name and a password."),
    "NO_LADDER_CHOSEN": _("Choose a ladder first."),
    "NO_SUCH_LADDER": _("There is no such ladder."),
    "LADDER_CLOSED": _("This ladder takes no games at the moment."),
    "DEMO_LADDER": _(
        "A ladder for trying out is for one person: choose it alone, without a partner."
    ),
    "QUEUE_BANNED": _("You may not queue yet. Your profile says until when."),
    "IN_RATED_GAME": _("You are in a rated game. Play it to the end first."),
    "QUEUED_OTHERWISE": _("You wait already. Leave the queue first."),
    "READY_CHECK_ON": _("A table was found: answer that first."),
    "READY_CHECK_OVER": _("Too late: this table has gone."),
    "NO_PARTY": _("You have no partner yet."),
    "PARTNER_AWAY": _("Your partner is not here at the moment."),
    "PARTNER_BUSY": _("Your partner waits or plays without you."),
    "PARTNER_BANNED": _("Your partner may not queue yet."),
    "IN_PARTY": _("You are in a party already."),
    "PARTY_FULL": _("This party is complete."),
    "WRONG_CODE": _("This code leads nowhere, or it is too old. Ask for a new link."),
    "CANNOT_INVITE": _("This player cannot be invited."),
    "NOT_INVITED": _("This invitation is no longer open."),
    "SCOPE_MISSING": _("This token may not play."),
}


def refusal_text(code: str, message: str) -> str:
    """The text of `code` in the visitor's language; `message` where there is none."""
    return str(TEXTS.get(code, message))


def refusal_texts() -> dict[str, str]:
    """All texts, for the scripts of the table page."""
    return {code: str(text) for code, text in TEXTS.items()}
