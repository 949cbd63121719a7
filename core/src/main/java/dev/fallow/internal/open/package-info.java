/** Opening a container: superblock, superblock extension, journal and recovery. */
package dev.fallow.internal.open;
