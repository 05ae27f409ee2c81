/** Comparing the last night of a campaign with those before it, cell by cell. */
@NullMarked
package moirai.runs.campaign.changes;

import org.jspecify.annotations.NullMarked;
