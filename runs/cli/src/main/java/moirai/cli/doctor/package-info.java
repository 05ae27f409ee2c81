/**
 * What this machine can do. Each answer comes from whoever will need it: products say whether they can be made,
 * clusters which faults they can have; only programs of the build are looked for here. Nothing is left behind by
 * asking.
 */
@NullMarked
package moirai.cli.doctor;

import org.jspecify.annotations.NullMarked;
