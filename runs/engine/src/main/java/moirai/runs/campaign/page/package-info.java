/** A night of a campaign as a page for browsers. */
@NullMarked
package moirai.runs.campaign.page;

import org.jspecify.annotations.NullMarked;
