/** The superblock of both families of versions, which is where reading a file begins. */
package dev.fallow.format.superblock;
