/**
 * Courseware: courses with a capacity, students, and their enrolments (Nagar, Jagannathan, Automated Detection of
 * Serializability Violations under Weak Consistency, 2018, section 6). Must not know the database that it runs on.
 */
@NullMarked
package moirai.studies.programs.courseware;

import org.jspecify.annotations.NullMarked;
