/** The options of containers, groups, datasets and attributes, and the settings that a container reports. */
package dev.fallow.options;
