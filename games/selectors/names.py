"""What house bots are called: the same name all game long, told from the table and the chair."""

from uuid import UUID

NAMES = (
    "Nora", "Basil", "Ida", "Hugo", "Mina", "Otto", "Lena", "Felix", "Rosa", "Emil",
    "Vera", "Jonas", "Alma", "Leo", "Clara", "Max", "Edda", "Paul", "Greta", "Finn",
)  # fmt: skip


def bot_name(table_id: UUID, index: int) -> str:
    """The name of the bot in chair `index`; no two chairs of a table share one."""
    return f"Bot {NAMES[(table_id.int + 5 * index) % len(NAMES)]}"
