/** Elements of datasets as text and as JSON. */
package dev.fallow.cli.text;
