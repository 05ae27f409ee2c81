/**
 * A bank account from which nobody is to take more than there is: the first example of Nagar, Jagannathan, Automated
 * Detection of Serializability Violations under Weak Consistency (2018), section 2. Must not know on which database it
 * runs.
 */
@NullMarked
package moirai.studies.programs.withdrawal;

import org.jspecify.annotations.NullMarked;
