package moirai.runs.serve.pages;

/**
 * A page and the status of its answer.
 *
 * @param html the whole text of the page
 */
public record PageAnswer(int status, String html) {}
