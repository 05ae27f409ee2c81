/**
 * Courseware: courses with so many places, students, and who is enrolled where (Nagar, Jagannathan, Automated Detection
 * of Serializability Violations under Weak Consistency, 2018, section 6). Must not know on which database it runs.
 */
@NullMarked
package moirai.studies.programs.courseware;

import org.jspecify.annotations.NullMarked;
