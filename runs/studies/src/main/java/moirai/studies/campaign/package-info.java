/** Simulated nights of a campaign, whose truth is known, and how well the teeth of a recipe foretell what it finds. */
@NullMarked
package moirai.studies.campaign;

import org.jspecify.annotations.NullMarked;
