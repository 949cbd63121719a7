"""Writes the first rows and columns of the field, and the corners of slices: FOLDER ROWS COLUMNS SLICES. Needs numpy."""
import sys

import numpy as np

ALL_ROWS, COLUMNS, SIDE = 4096, 65536, 100
folder, rows, columns, slices = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])

random = np.random.default_rng(20240607)
x = np.linspace(0, 40 * np.pi, COLUMNS, dtype="f8")
phase = random.uniform(0, 2 * np.pi, (8, 2))
rate = random.uniform(0.2, 3, (8, 2))
size = random.uniform(1, 6, 8)
waves = [size[k] * np.sin(rate[k, 0] * x + phase[k, 0]) for k in range(8)]
with open(folder + "/field.f32", "wb") as out:
    for row in range(rows):
        y = row / ALL_ROWS * 20 * np.pi
        values = np.zeros(COLUMNS)
        for k in range(8):
            values += waves[k] * np.cos(rate[k, 1] * y + phase[k, 1])
        values = 280 + values + random.normal(0, 0.05, COLUMNS)
        out.write((np.round(values / 0.01) * 0.01).astype("<f4")[:columns].tobytes())

random = np.random.default_rng(7)
first = random.integers(0, rows - SIDE, slices).tolist()
second = random.integers(0, columns - SIDE, slices).tolist()
with open(folder + "/slices.txt", "w") as out:
    for corner in zip(first, second):
        print(*corner, file=out)
