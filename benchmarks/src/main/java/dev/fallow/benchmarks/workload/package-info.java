/** What the contenders are given to do: distributions of sizes, layouts that got old, operations with their answers. */
package dev.fallow.benchmarks.workload;
