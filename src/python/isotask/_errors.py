"""What is raised, and what is warned of."""


class DocumentError(ValueError):
    """A text that is not the document it should be; the message says where and what was expected."""

    def __init__(self, message: str, reason: str, place: str) -> None:
        super().__init__(message)
        #: The reason in a word, as `isotask --json` gives it.
        self.reason = reason
        #: The JSON path of the fault, such as ``task.packets[3].count``; empty for the document as a whole.
        self.place = place

    def __reduce__(self) -> tuple[type["DocumentError"], tuple[str, str, str]]:
        return type(self), (str(self), self.reason, self.place)


class RefusedError(DocumentError):
    """A document that the checker refuses: what it claims is not so."""


class NoScheduleError(RuntimeError):
    """A solve that ended, mostly at its time limit, without any schedule."""


class ReadingWarning(UserWarning):
    """How a graph, a table of traffic or a word was read, where it could have been meant otherwise."""


class GapWarning(UserWarning):
    """A schedule that is not proved optimal."""
