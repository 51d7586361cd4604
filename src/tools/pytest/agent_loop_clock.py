"""Loaded into every Python process of a command as `sitecustomize`: the clock shows another date."""

import datetime
import importlib.machinery
import importlib.util
import os
import sys
import time

# The same as in `shift-clock.ts`.
SHIFT_SECONDS = (400 * 24 + 7) * 3600 + 13 * 60


def shift():
    real = {name: getattr(time, name) for name in ("time", "time_ns", "localtime", "gmtime", "strftime", "ctime")}
    time.time = lambda: real["time"]() + SHIFT_SECONDS
    time.time_ns = lambda: real["time_ns"]() + SHIFT_SECONDS * 10**9
    time.localtime = lambda seconds=None: real["localtime"](time.time() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: real["gmtime"](time.time() if seconds is None else seconds)
    time.strftime = lambda form, at=None: real["strftime"](form, time.localtime() if at is None else at)
    time.ctime = lambda seconds=None: real["ctime"](time.time() if seconds is None else seconds)
    change = datetime.timedelta(seconds=SHIFT_SECONDS)
    real_datetime, real_date = datetime.datetime, datetime.date

    # Values that the library made itself are instances, too.
    class OfDatetime(type):
        def __instancecheck__(cls, value):
            return isinstance(value, real_datetime)

        def __subclasscheck__(cls, other):
            return issubclass(other, real_datetime)

    class OfDate(type):
        def __instancecheck__(cls, value):
            return isinstance(value, real_date)

        def __subclasscheck__(cls, other):
            return issubclass(other, real_date)

    class ShiftedDatetime(real_datetime, metaclass=OfDatetime):
        @classmethod
        def now(cls, tz=None):
            return real_datetime.now(tz) + change

        @classmethod
        def utcnow(cls):
            return real_datetime.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)

        @classmethod
        def today(cls):
            return cls.now()

    class ShiftedDate(real_date, metaclass=OfDate):
        @classmethod
        def today(cls):
            return (real_datetime.now() + change).date()

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
    open(os.path.join(HERE, "python-shifted"), "w").close()
except Exception:
    pass
load_other(HERE)
