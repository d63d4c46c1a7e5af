"""How much of a value of a scene is a small change: the scale of its kind, so that steps do not depend on the scene's units.

A length is compared with a radius, a speed with the fastest of the scene, an angular velocity with their ratio, an angle with a
degree. What has another kind has its own size as scale; where that is 0, an acceleration is compared with what stops the fastest
ball in the run, a time with the run, and a number without unit with 1.
"""

import math

LENGTHS = ("x", "y", "r", "gap", "width", "height", "nose", "line", "arc", "pocket", "gate", "range")
SPEEDS = ("vx", "vy", "speed", "v")
ANGLES = ("angle", "elevation")
ACCELERATIONS = ("gravity", "friction", "sliding", "pivoting")
TIMES = ("motion_period", "contact_time")


class Scales:
    """The scales of a scene, a SceneFile: `length`, `speed` and `time`, and those of its paths. A film may know a higher speed, and
    how long it lasts."""

    def __init__(self, scene, speed=0.0, time=0.0):
        whole = scene.whole
        self.scene = scene
        self.length = min((ball["r"] for ball in whole["balls"]), default=min(whole["table"]["width"], whole["table"]["height"]))
        self.time = time or whole["dt"] * whole["steps"] or whole["dt"]
        self.speed = max(speed, *_speeds(whole, self.length)) or self.length / self.time

    def of(self, path):
        """The scale of the value at a path of one number."""
        kind, radius = self._kind(path.split(".")), self._radius(path)
        steady = {"length": radius, "speed": self.speed, "rate": self.speed / radius, "angle": 1.0}.get(kind)
        usual = {"acceleration": self.speed / self.time, "time": self.time}.get(kind, 1.0)
        return steady or abs(self.scene.value(path) or 0.0) or usual

    def _radius(self, path):
        """That of the ball of a path, else the smallest."""
        parts = path.split(".")
        own = self.scene.value(f"balls.{parts[1]}.r") if parts[0] == "balls" and len(parts) > 2 else None
        return own or self.length

    def _kind(self, parts):
        words = [part for part in parts if not part.isdigit()]
        last = int(parts[-1]) if parts[-1].isdigit() else 0
        key = words[-1]
        if "motion" in words:
            return "speed" if last else "time"
        if key == "e" or words[0] == "restitution":
            return "number" if last or not parts[-1].isdigit() else "speed"
        if key in ANGLES or key == "arc" and last > 2:
            return "angle"
        for kind, keys in (("length", LENGTHS), ("speed", SPEEDS), ("rate", ("spin",)), ("acceleration", ACCELERATIONS), ("time", TIMES)):
            if key in keys:
                return kind
        return "number"


def _speeds(whole, length):
    """Of the balls, of the walls and obstacles that move, and what gravity gives a ball on the way of a radius."""
    yield math.sqrt(math.hypot(*whole.get("gravity", [0.0])) * length)
    for ball in whole["balls"]:
        yield math.hypot(ball.get("vx", 0.0), ball.get("vy", 0.0))
    motion = whole["table"].get("motion", [])
    courses = list(motion.values()) if isinstance(motion, dict) else [motion]
    for course in courses + [one["motion"] for one in whole.get("obstacles", []) if "motion" in one]:
        for _, vx, vy in course:
            yield math.hypot(vx, vy)
    for heat in whole["table"].get("thermal", {}).items():
        if heat[0] != "seed":
            yield math.sqrt(heat[1] / min((ball["m"] for ball in whole["balls"] if "m" in ball), default=1.0))
