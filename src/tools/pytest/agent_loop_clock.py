"""Loaded into every Python process of a command as `sitecustomize`: the clock shows another date."""

import datetime
import importlib.machinery
import importlib.util
import os
import sys
import time

# The same as in `shift-clock.ts`.
SHIFT_SECONDS = (400 * 24 + 7) * 3600 + 13 * 60


class Plain:
    """A function that stays one as an attribute of a class, as the built-in ones do."""

    def __init__(self, run):
        self.run = run

    def __call__(self, *given):
        return self.run(*given)


def shift():
    real = {name: getattr(time, name) for name in ("time", "time_ns", "localtime", "gmtime", "strftime", "ctime")}

    def now():
        return real["time"]() + SHIFT_SECONDS

    def at(seconds):
        return now() if seconds is None else seconds

    time.time = Plain(now)
    time.time_ns = Plain(lambda: real["time_ns"]() + SHIFT_SECONDS * 10**9)
    time.localtime = Plain(lambda seconds=None: real["localtime"](at(seconds)))
    time.gmtime = Plain(lambda seconds=None: real["gmtime"](at(seconds)))
    time.strftime = Plain(lambda form, of=None: real["strftime"](form, real["localtime"](now()) if of is None else of))
    time.ctime = Plain(lambda seconds=None: real["ctime"](at(seconds)))
    real_datetime, real_date = datetime.datetime, datetime.date

    class Kind(type):
        """Values that the library made itself are instances, too. Classes derived from these are not affected."""

        def __instancecheck__(cls, value):
            return isinstance(value, cls.real) if "real" in cls.__dict__ else type.__instancecheck__(cls, value)

        def __subclasscheck__(cls, other):
            return issubclass(other, cls.real) if "real" in cls.__dict__ else type.__subclasscheck__(cls, other)

    class ShiftedDate(real_date, metaclass=Kind):
        real = real_date

        @classmethod
        def today(cls):
            return cls.fromtimestamp(now())

    class ShiftedDatetime(real_datetime, metaclass=Kind):
        real = real_datetime

        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(now(), tz)

        @classmethod
        def utcnow(cls):
            return cls.fromtimestamp(now(), datetime.timezone.utc).replace(tzinfo=None)

        @classmethod
        def today(cls):
            return cls.now()

        def date(self):
            return ShiftedDate(self.year, self.month, self.day)

    for shifted, name in ((ShiftedDatetime, "datetime"), (ShiftedDate, "date")):
        shifted.__name__ = shifted.__qualname__ = name
        shifted.__module__ = "datetime"
        setattr(datetime, name, shifted)


def load_other(here):
    """The `sitecustomize` that would have been loaded without this one."""
    others = [path for path in sys.path if os.path.realpath(path or ".") != here]
    found = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if found is not None and found.loader is not None:
        found.loader.exec_module(importlib.util.module_from_spec(found))


HERE = os.path.dirname(os.path.realpath(__file__))
try:
    shift()
    # Tells that a process of the command has the shifted clock.
    open(os.path.join(HERE, "python-shifted"), "w").close()
except Exception:
    pass
load_other(HERE)
