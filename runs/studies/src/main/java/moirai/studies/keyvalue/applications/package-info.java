/**
 * The key-value programs of MonkeyDB's evaluation (Biswas and others, 2021, section 7.1), written from their
 * descriptions in the literature. Must not know the runner or the level.
 */
@NullMarked
package moirai.studies.keyvalue.applications;

import org.jspecify.annotations.NullMarked;
