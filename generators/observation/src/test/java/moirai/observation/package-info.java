/** Tests of what is observed, with the libraries that applications use. */
@NullMarked
package moirai.observation;

import org.jspecify.annotations.NullMarked;
