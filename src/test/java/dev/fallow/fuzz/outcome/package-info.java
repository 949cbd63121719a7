/** What an execution of the fuzzer may end with, and how that is judged and measured. */
package dev.fallow.fuzz.outcome;
