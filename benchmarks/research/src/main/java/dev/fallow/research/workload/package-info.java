/** The work of the contenders: distributions of sizes, aged layouts, operations with their answers. */
package dev.fallow.research.workload;
