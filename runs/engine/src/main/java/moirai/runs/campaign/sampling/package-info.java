/**
 * The choice of combinations from the product of several axes: all of them, some by chance, or few that have every pair
 * of values. Combinations are arrays of indices; what the axes mean is known elsewhere.
 */
@NullMarked
package moirai.runs.campaign.sampling;

import org.jspecify.annotations.NullMarked;
