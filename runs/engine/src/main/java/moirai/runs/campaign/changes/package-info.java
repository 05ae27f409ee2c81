/** What is different between the last night of a campaign and those before it, cell by cell. */
@NullMarked
package moirai.runs.campaign.changes;

import org.jspecify.annotations.NullMarked;
