-- What a service was called on the day of an order from before names were kept: the product's own name, unless somebody
-- had published other services by then. Of those nobody knows the name any more; it stays empty.
UPDATE "orders"."orders" AS o SET "service_name" = s.name FROM (VALUES
  ('essays', 'non-technical', 'Essays'),
  ('term-papers', 'non-technical', 'Term papers'),
  ('research-papers', 'non-technical', 'Research papers'),
  ('dissertations', 'non-technical', 'Dissertations'),
  ('literature-reviews', 'non-technical', 'Literature reviews'),
  ('case-studies', 'non-technical', 'Case studies'),
  ('business-reports', 'non-technical', 'Business reports'),
  ('book-reviews', 'non-technical', 'Book and article reviews'),
  ('editing', 'non-technical', 'Editing'),
  ('proofreading', 'non-technical', 'Proofreading'),
  ('lab-reports', 'technical', 'Lab reports'),
  ('technical-reports', 'technical', 'Technical reports'),
  ('capstone-projects', 'technical', 'Capstone projects'),
  ('programming', 'programming', 'Programming'),
  ('debugging', 'programming', 'Debugging and code review'),
  ('machine-learning', 'programming', 'Machine learning'),
  ('calculations', 'calculations', 'Calculations'),
  ('data-analysis', 'calculations', 'Data analysis'),
  ('any-subject', 'coursework', 'Coursework in any subject'),
  ('engineering-computing', 'coursework', 'Coursework in engineering and computing'),
  ('mathematics-science', 'coursework', 'Coursework in mathematics and science'),
  ('data-information-technology', 'coursework', 'Coursework in data and information technology'),
  ('nursing-medicine', 'coursework', 'Coursework in nursing and medicine'),
  ('law', 'coursework', 'Coursework in law'),
  ('humanities-social-sciences', 'coursework', 'Coursework in humanities and social sciences'),
  ('business-media', 'coursework', 'Coursework in business and media'),
  ('design-arts', 'coursework', 'Coursework in design and arts'),
  ('quizzes', 'quiz', 'Practice quizzes'),
  ('practice-tests', 'test', 'Practice tests'),
  ('multiple-choice-tests', 'test', 'Multiple-choice practice tests'),
  ('essay-tests', 'test', 'Essay tests for practice'),
  ('midterm-practice', 'test', 'Midterm practice'),
  ('final-practice', 'test', 'Final exam practice'),
  ('certification-practice', 'test', 'Certification practice')
) AS s(slug, service, name)
WHERE o."service_name" IS NULL AND o."service_type" = s.slug AND o."service" = s.service AND NOT EXISTS (
  SELECT FROM (
    SELECT "value" FROM "platform"."settings" WHERE "key" = 'services'
    UNION ALL
    SELECT "value" FROM "platform"."past_settings" WHERE "key" = 'services'
  ) AS v
  WHERE v."value"->>'at' <> '' AND (v."value"->>'at')::timestamptz <= o."created_at"
);
