/** The textbook's anomalies as an application would have them: plain JDBC, which the tests read as source. */
@NullMarked
package moirai.sources.anomalies;

import org.jspecify.annotations.NullMarked;
