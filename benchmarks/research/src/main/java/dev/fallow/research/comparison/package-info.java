/** The comparison of all contenders: experiments, the JVMs that run them, and reports. */
package dev.fallow.research.comparison;
