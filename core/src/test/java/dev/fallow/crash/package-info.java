/** What a crash can leave of a container, and whether it opens. */
package dev.fallow.crash;
