/** The command {@code moirai schedule}: from an application's source to the anomalies that it can suffer. */
@NullMarked
package moirai.cli.predicting;

import org.jspecify.annotations.NullMarked;
