/** What the documents show: each class is run by {@code SnippetsTest}, and its regions are copied into the pages. */
package dev.fallow.examples;
