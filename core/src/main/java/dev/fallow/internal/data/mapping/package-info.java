/** Java classes as counterparts of datatypes: records, enums, lists; units of time. */
package dev.fallow.internal.data.mapping;
