/** The attributes of an object: compact and dense storage, and their values. */
package dev.fallow.internal.attribute;
