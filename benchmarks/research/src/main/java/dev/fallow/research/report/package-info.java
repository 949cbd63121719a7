/** Common parts of reports: tables, texts with numbers, and files of results. */
package dev.fallow.research.report;
