# A simulator of the plainest kind, from the words of scenes/problems/PROBLEMS.md alone: all move, then what overlaps and approaches
# bounces. It solves a dozen of the problems, with an error of the order of its step.
import math

DT = 0.0017


def ball(x, y, vx=0.0, vy=0.0, r=1.0, m=1.0):
    return {"x": [x, y], "v": [vx, vy], "r": r, "m": m, "w": 0.0}


def bounce(a, b, n, e, mu, speed=0.0):
    """Two balls, or a ball and a wall of that speed, with the normal n from a; whether they approached."""
    masses, vb = 1 / a["m"] + (1 / b["m"] if b else 0), b["v"] if b else (speed * n[0], speed * n[1])
    gx, gy = vb[0] - a["v"][0], vb[1] - a["v"][1]
    u, slip = gx * n[0] + gy * n[1], gy * n[0] - gx * n[1] - a["w"] * a["r"] - (b["w"] * b["r"] if b else 0)
    if u >= 0:
        return False
    j = -(1 + e) * u / masses
    t = max(-mu * j, min(mu * j, slip / (3.5 * masses)))
    for one, sign in ((a, -1), (b, 1)):
        if one:
            one["v"] = [one["v"][0] + sign * (j * n[0] + t * n[1]) / one["m"], one["v"][1] + sign * (j * n[1] - t * n[0]) / one["m"]]
            one["w"] += t / (0.4 * one["m"] * one["r"])
    return True


def run(problem, names, balls, until, e=1.0, mu=0.0, walls=(), pull=(0, 0), rolling=0.0, torus=None):
    """Walls are outward normals, places and speeds along them. Prints what `names` say of balls and hits (t, a, b; b < 0: a wall)."""
    hits = []
    for step in range(1, round(until / DT) + 1):
        for i, a in enumerate(balls):
            size = math.hypot(*a["v"])
            a["v"] = [v * max(0, 1 - rolling * DT / size) if size else 0.0 for v in a["v"]]
            a["v"] = [v + g * DT for v, g in zip(a["v"], pull)]
            a["x"] = [x + v * DT for x, v in zip(a["x"], a["v"])]
            for k, (n, place, speed) in enumerate(walls):
                if a["x"][0] * n[0] + a["x"][1] * n[1] + a["r"] > place + speed * step * DT and bounce(a, None, n, e, mu, speed):
                    hits.append((step * DT, i, -1 - k))
            for k, b in enumerate(balls[:i]):
                d = [p - q for p, q in zip(a["x"], b["x"])]
                d = [c - s * round(c / s) for c, s in zip(d, torus)] if torus else d
                far = math.hypot(*d)
                if far < a["r"] + b["r"] and bounce(b, a, [c / far for c in d], e, mu):
                    hits.append((step * DT, k, i))
    for name, value in names(balls, hits).items():
        print(problem, name, value, sep=",")


def both(b, h):
    return {"t": h[0][0], **{f"v{i + 1}{c}": b[i]["v"][k] for i in (0, 1) for k, c in enumerate("xy")}}


print("problem,quantity,value")
run("02", both, [ball(0, 0, 1), ball(10, 1)], 9, e=0.9)
run("03", both, [ball(0, 0, 1, 0.2, 0.3), ball(2, 0.6, -0.5, 0, 0.5, 3)], 2, e=0.7)
run("07", lambda b, h: {"v2x": b[1]["v"][0], "v2y": b[1]["v"][1], "w2z": b[1]["w"]}, [ball(-1, 0, 1), ball(3**0.5, 1)], 2, e=0.9, mu=0.05)
run("11", lambda b, h: {"t5": h[3][0]}, [ball(2.1 * i, 0, i == 0) for i in range(5)], 1, e=0.9)
run("24", lambda b, h: {"x": b[0]["x"][0]}, [ball(0, 0, 1)], 11, rolling=0.0981)
run("26", lambda b, h: {"t": h[0][0]}, [ball(0, 0, 1, 0, 0.05), ball(1, -0.6, -0.2, 0.65, 0.05)], 1, rolling=0.1)
run("31", lambda b, h: {f"t{k}": h[k - 1][0] for k in (1, 5, 20)}, [ball(0, 2)], 24, e=0.9, pull=(0, -1), walls=[((0, -1), 0, 0)])
for number, mu in ("32", 0.5), ("33", 0.05):
    run(number, lambda b, h: {"x": b[0]["x"][0], "rw": -b[0]["w"]}, [ball(0, 1)], 2, e=0, mu=mu, walls=[((0, -1), 0, 0)],
        pull=[9.81 * f(math.radians(20)) * s for f, s in ((math.sin, 1), (math.cos, -1))])
run("34", lambda b, h: {f"gap{k}": 1 - 0.1 * [t for t, _, i in h if i == -2][k - 1] for k in (1, 5, 20)},
    [ball(1, 0, 1)], 9, walls=[((-1, 0), 0, 0), ((1, 0), 3, -0.1)])
run("36", lambda b, h: {"x": b[0]["x"][0], "y": b[0]["x"][1]}, [ball(2, 3, 1.3, 0.7, 0.5)], 100,
    walls=[((1, 0), 10, 0), ((-1, 0), 0, 0), ((0, 1), 8, 0), ((0, -1), 0, 0)])
run("37", lambda b, h: {"t1": h[0][0], "t2": h[1][0]}, [ball(0.5, 0.6, 1, 0.3, 0.5), ball(2.5, 1.4, -0.4, 0.55, 0.4, 2)], 11, torus=(4, 3))
