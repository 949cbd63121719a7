/** Tests with separate processes that are killed, reach limits of the system, or open the same file. */
package dev.fallow.kill;
