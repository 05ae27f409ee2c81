/**
 * The examination of a machine, for {@code moirai doctor}. Each answer comes from the code that depends on it: products
 * say whether they can be made, clusters which faults they can have; only programs of the build are looked for here.
 * The examination leaves nothing behind.
 */
@NullMarked
package moirai.runs.doctor;

import org.jspecify.annotations.NullMarked;
