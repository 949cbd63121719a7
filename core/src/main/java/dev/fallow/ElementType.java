package dev.fallow;

import dev.fallow.type.Datatype;

/** The type of the elements of a new dataset or attribute: a datatype, or a committed one, which they then refer to. */
public sealed interface ElementType permits Datatype, CommittedDatatype {}
