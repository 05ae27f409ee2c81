/** The speed of the mock store: reads and writes, transactions of TPC-C, and statements over its protocol. */
@NullMarked
package moirai.studies.mockstore;

import org.jspecify.annotations.NullMarked;
