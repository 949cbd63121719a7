/** Where bytes lie: a file, or memory. Nothing outside this package touches a file. */
package dev.fallow.internal.storage;
