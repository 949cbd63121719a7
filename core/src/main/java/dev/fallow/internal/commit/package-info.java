/** How changes get into the file. */
package dev.fallow.internal.commit;
