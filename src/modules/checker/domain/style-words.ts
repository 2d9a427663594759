const list = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** Words that assistants use far more often than people do. */
export const assistantWords = new Set(
  list(`crucial foster fosters fostering landscape underscore underscores underscoring delve delves delving tapestry
  multifaceted pivotal navigate navigating realm testament intricate intricacies vibrant nuanced comprehensive robust
  leverage leveraging enhance enhances enhancing ensure ensures ensuring essential significant significantly furthermore
  moreover additionally ultimately overall highlights highlighting emphasizes emphasizing showcase showcases showcasing
  holistic seamless seamlessly transformative profound profoundly resonate resonates meticulous meticulously unwavering
  invaluable paramount myriad plethora beacon embark embrace embracing empower empowering empowers cultivate cultivating
  harness harnessing mitigate mitigating pave paving shed sheds insights insightful compelling captivating remarkable
  undeniable notably facilitates facilitate facilitating contribute contributes contributing potential impact impacts
  challenges aspects diverse dynamic innovative sustainable perspective perspectives framework addressing fundamental
  valuable vital effectively commitment importance role`),
);

/** Words that open a sentence to join it to the one before. */
export const connectives = new Set(
  list(`however moreover furthermore additionally therefore thus consequently nevertheless nonetheless similarly likewise
  meanwhile finally firstly secondly thirdly lastly overall ultimately conversely instead hence accordingly specifically
  notably importantly first second third indeed besides`),
);

export const hedges = new Set(
  list(`maybe perhaps probably possibly guess think seems seem somewhat kind sort pretty quite rather actually really just
  very lot stuff things thing basically literally honestly anyway`),
);

export const firstPerson = new Set(list("i me my mine myself i'm i've i'd i'll"));
export const firstPlural = new Set(list("we us our ours ourselves we're we've we'll"));
export const secondPerson = new Set(list("you your yours yourself you're you've you'll"));
export const beVerbs = new Set(list("is are was were be been being am"));
export const modals = new Set(list("can could may might must shall should will would"));

/** Words whose rates are counted one by one. */
export const functionWords =
  list(`the of and to a in that is it for as was with be by on not he i this are or his from at
  which but have an had they you were their one all we can her has there been if more when will would who so no she other
  its may these what them than some him time into only do such any then like over also our most because how even out up
  about while through both between through however where very just many each being those after must should could never
  still back good get got go said say says thing people make made way much my me your us own by against without within
  too here again really every another rather whether upon toward towards not yet since until though although despite
  often always sometimes perhaps`).filter((word, at, all) => all.indexOf(word) === at);
