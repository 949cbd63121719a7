/** Tests of containers in folders that contain files of other users. */
package dev.fallow.folder;
