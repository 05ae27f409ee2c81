/**
 * Programs of the literature whose source is read, and whose anomalies the paper on CLOTHO counts: SEATS, TATP,
 * Twitter, courseware, withdrawals, and Voter as that paper has it. The others are in {@code moirai.programs}.
 * {@link moirai.studies.programs.SeparateReads} rewrites programs for stores that cannot compute.
 */
@NullMarked
package moirai.studies.programs;

import org.jspecify.annotations.NullMarked;
