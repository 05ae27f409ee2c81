/** Behaviours as files, for people and for replay. */
@NullMarked
package moirai.exploration.files;

import org.jspecify.annotations.NullMarked;
