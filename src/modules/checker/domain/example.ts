/** A text of ours, partly in the style of assistants: what the model says of it is shown before somebody has sent one. */
export const exampleText = `Sleep plays a crucial role in memory, mood and overall well-being. Furthermore, it is important to note that sleep quality varies significantly between individuals. By understanding these mechanisms, students can make informed decisions about their daily habits, ensuring better academic outcomes. I kept a diary of my sleep for two weeks, because the nurse at our school said I should. It was a boring diary. On Monday I went to bed at eleven and lay awake until one, and I wrote that down and put the pen back on the chair. My brother snores. On Thursday there was a test, so I slept four hours and still got the dates wrong, all of them in the same order, as if I'd learned them backwards.

My grandmother says you should open the window and stop thinking. I tried it on a Sunday and it worked, but it was a Sunday, so who knows. Now the window is open every night and my brother still snores.`;

/** Where the shown part of it ends. */
export const exampleEnd = exampleText.indexOf(" It was a boring diary");
