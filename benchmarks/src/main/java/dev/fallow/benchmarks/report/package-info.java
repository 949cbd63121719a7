/** Shared by all reports: tables, texts with numbers in them, and files of results. */
package dev.fallow.benchmarks.report;
